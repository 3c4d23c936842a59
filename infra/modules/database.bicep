metadata description = 'Conversations, documents and their chunks, in an account that is new or was there. The containers are those of shared/stores/cosmos/schema.py.'

@description('Name of the account.')
param accountName string

@description('Numbers in a vector of the embedding model.')
param embeddingDimensions int

@description('The app\'s identity.')
param principalId string

var databaseName = 'orc'

// What the product's queries compare or order by, and nothing else: writes cost the less for it.
var indexedPaths = [
  { path: '/id/?' }
  { path: '/type/?' }
  { path: '/sort/?' }
  { path: '/conversation_id/?' }
  { path: '/run_id/?' }
  { path: '/content_id/?' }
  { path: '/position/?' }
]
var excludedPaths = [
  { path: '/*' }
  { path: '/"_etag"/?' }
]
var compositeIndexes = [
  [
    { path: '/type', order: 'ascending' }
    { path: '/sort', order: 'ascending' }
    { path: '/id', order: 'ascending' }
  ]
]

resource account 'Microsoft.DocumentDB/databaseAccounts@2025-10-15' existing = {
  name: accountName
}

resource database 'Microsoft.DocumentDB/databaseAccounts/sqlDatabases@2025-10-15' = {
  parent: account
  name: databaseName
  properties: {
    resource: {
      id: databaseName
    }
  }
}

resource conversations 'Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers@2025-10-15' = {
  parent: database
  name: 'conversations'
  properties: {
    resource: {
      id: 'conversations'
      partitionKey: {
        paths: ['/organization_id', '/user_id', '/conversation_id']
        kind: 'MultiHash'
        version: 2
      }
      defaultTtl: -1
      indexingPolicy: {
        indexingMode: 'consistent'
        automatic: true
        includedPaths: indexedPaths
        excludedPaths: excludedPaths
        compositeIndexes: compositeIndexes
      }
    }
  }
}

resource documents 'Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers@2025-10-15' = {
  parent: database
  name: 'documents'
  properties: {
    resource: {
      id: 'documents'
      partitionKey: {
        paths: ['/organization_id', '/user_id']
        kind: 'MultiHash'
        version: 2
      }
      defaultTtl: -1
      indexingPolicy: {
        indexingMode: 'consistent'
        automatic: true
        includedPaths: indexedPaths
        excludedPaths: excludedPaths
        compositeIndexes: compositeIndexes
        fullTextIndexes: [
          { path: '/text' }
        ]
        vectorIndexes: [
          { path: '/vector', type: 'quantizedFlat' }
        ]
      }
      fullTextPolicy: {
        defaultLanguage: 'en-US'
        fullTextPaths: [
          { path: '/text', language: 'en-US' }
        ]
      }
      vectorEmbeddingPolicy: {
        vectorEmbeddings: [
          {
            path: '/vector'
            dataType: 'float32'
            distanceFunction: 'cosine'
            dimensions: embeddingDimensions
          }
        ]
      }
    }
  }
}

resource audit 'Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers@2025-10-15' = {
  parent: database
  name: 'audit'
  properties: {
    resource: {
      id: 'audit'
      partitionKey: {
        paths: ['/organization_id', '/subject']
        kind: 'MultiHash'
        version: 2
      }
      defaultTtl: -1
      indexingPolicy: {
        indexingMode: 'consistent'
        automatic: true
        includedPaths: indexedPaths
        excludedPaths: excludedPaths
        compositeIndexes: compositeIndexes
      }
    }
  }
}

// Reads and writes items. The built-in contributor could also run stored procedures and resolve conflicts.
resource itemsRole 'Microsoft.DocumentDB/databaseAccounts/sqlRoleDefinitions@2025-10-15' = {
  parent: account
  name: guid(account.id, 'orc-items')
  properties: {
    roleName: 'Orc items'
    type: 'CustomRole'
    assignableScopes: ['${account.id}/dbs/${databaseName}']
    permissions: [
      {
        dataActions: [
          'Microsoft.DocumentDB/databaseAccounts/readMetadata'
          'Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers/executeQuery'
          'Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers/items/*'
        ]
      }
    ]
  }
}

resource itemsOfTheApp 'Microsoft.DocumentDB/databaseAccounts/sqlRoleAssignments@2025-10-15' = {
  parent: account
  name: guid(account.id, principalId, 'orc-items')
  properties: {
    roleDefinitionId: itemsRole.id
    principalId: principalId
    scope: '${account.id}/dbs/${databaseName}'
  }
  dependsOn: [database]
}

@description('Resource id.')
output id string = account.id

@description('Endpoint.')
output endpoint string = account.properties.documentEndpoint

@description('Name of the database.')
output database string = database.name
