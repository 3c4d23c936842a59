metadata description = 'Uploads, large values, the deployment package and the state of the Functions host, in an account that is new or was there.'

@description('Name of the account.')
param accountName string

@description('Whether the state of orchestrations is in this account.')
param durableInStorage bool

@description('The app\'s identity.')
param principalId string

@description('Who besides the app may read the data. Empty: nobody.')
param readerId string

@description('User, Group or ServicePrincipal.')
param readerType string

var storageBlobDataOwner = 'b7e6dc6d-f1e8-4753-8033-0f276bb0955b'
var storageQueueDataContributor = '974c5e8b-45b9-4653-ba55-5f855dd0fb88'
var storageTableDataContributor = '0a9a7e1f-b9d0-4cc4-a60d-0319b160aaa3'
var storageBlobDataReader = '2a2b9908-6ea1-4ae2-8e65-a410df84e7d1'
var storageQueueDataReader = '19e7f393-937e-4f77-808e-94535e297925'
var packageContainer = 'app-package'
var containers = ['documents', 'large', 'orc-payloads', packageContainer]

resource account 'Microsoft.Storage/storageAccounts@2024-01-01' existing = {
  name: accountName
}

resource blobs 'Microsoft.Storage/storageAccounts/blobServices@2024-01-01' existing = {
  parent: account
  name: 'default'
}

resource blobContainers 'Microsoft.Storage/storageAccounts/blobServices/containers@2024-01-01' = [for container in containers: {
  parent: blobs
  name: container
  properties: {
    publicAccess: 'None'
  }
}]

// The Functions host keeps its leases and keys in blobs, and its documentation asks for Owner when it connects by
// identity. The app's own reads and writes are within it.
resource blobOwner 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(account.id, principalId, storageBlobDataOwner)
  scope: account
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', storageBlobDataOwner)
    principalId: principalId
    principalType: 'ServicePrincipal'
  }
}

// The blob trigger's queues of work and of poison blobs, and the queues of orchestrations when they are here.
resource queueContributor 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(account.id, principalId, storageQueueDataContributor)
  scope: account
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', storageQueueDataContributor)
    principalId: principalId
    principalType: 'ServicePrincipal'
  }
}

// The histories of orchestrations are tables, unless the scheduler keeps them.
resource tableContributor 'Microsoft.Authorization/roleAssignments@2022-04-01' = if (durableInStorage) {
  name: guid(account.id, principalId, storageTableDataContributor)
  scope: account
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', storageTableDataContributor)
    principalId: principalId
    principalType: 'ServicePrincipal'
  }
}

// For the commands that look at blobs and at poison messages.
resource blobReader 'Microsoft.Authorization/roleAssignments@2022-04-01' = if (!empty(readerId)) {
  name: guid(account.id, readerId, storageBlobDataReader)
  scope: account
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', storageBlobDataReader)
    principalId: readerId
    principalType: readerType
  }
}

resource queueReader 'Microsoft.Authorization/roleAssignments@2022-04-01' = if (!empty(readerId)) {
  name: guid(account.id, readerId, storageQueueDataReader)
  scope: account
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', storageQueueDataReader)
    principalId: readerId
    principalType: readerType
  }
}

@description('Resource id.')
output id string = account.id

@description('Region of the account.')
output location string = account.location

@description('Blob endpoint.')
output blobEndpoint string = account.properties.primaryEndpoints.blob

@description('Queue endpoint.')
output queueEndpoint string = account.properties.primaryEndpoints.queue

@description('Table endpoint.')
output tableEndpoint string = account.properties.primaryEndpoints.table

@description('Where the deployment package is put.')
output packageContainerUrl string = '${account.properties.primaryEndpoints.blob}${packageContainer}'
