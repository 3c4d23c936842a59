metadata description = 'Uploads, large values, the deployment package and the state of the Functions host. No shared keys.'

@description('Name of the account.')
@minLength(3)
@maxLength(24)
param name string

@description('Name of the Event Grid topic of the account\'s events.')
param topicName string

@description('Region.')
param location string

@description('Tags.')
param tags object

@description('Redundancy.')
param sku string

@description('Whether the account answers from outside the virtual network.')
param publicAccess bool

@description('Days after which the large values of finished orchestrations are deleted.')
param payloadRetentionDays int

@description('Days that deleted blobs can be restored for.')
param deletedBlobDays int

@description('Whether the state of orchestrations is in this account.')
param durableInStorage bool

@description('The app\'s identity.')
param principalId string

var storageBlobDataOwner = 'b7e6dc6d-f1e8-4753-8033-0f276bb0955b'
var storageQueueDataContributor = '974c5e8b-45b9-4653-ba55-5f855dd0fb88'
var storageTableDataContributor = '0a9a7e1f-b9d0-4cc4-a60d-0319b160aaa3'
var packageContainer = 'app-package'
var payloadContainer = 'orc-payloads'
var containers = ['documents', 'large', payloadContainer, packageContainer]

resource account 'Microsoft.Storage/storageAccounts@2024-01-01' = {
  name: name
  location: location
  tags: tags
  kind: 'StorageV2'
  sku: {
    name: sku
  }
  properties: {
    accessTier: 'Hot'
    allowBlobPublicAccess: false
    allowCrossTenantReplication: false
    allowSharedKeyAccess: false
    defaultToOAuthAuthentication: true
    minimumTlsVersion: 'TLS1_2'
    supportsHttpsTrafficOnly: true
    publicNetworkAccess: publicAccess ? 'Enabled' : 'Disabled'
    networkAcls: {
      bypass: 'AzureServices'
      defaultAction: publicAccess ? 'Allow' : 'Deny'
    }
  }
}

resource blobs 'Microsoft.Storage/storageAccounts/blobServices@2024-01-01' = {
  parent: account
  name: 'default'
  properties: {
    deleteRetentionPolicy: {
      enabled: true
      days: deletedBlobDays
    }
    containerDeleteRetentionPolicy: {
      enabled: true
      days: deletedBlobDays
    }
  }
}

resource blobContainers 'Microsoft.Storage/storageAccounts/blobServices/containers@2024-01-01' = [for container in containers: {
  parent: blobs
  name: container
  properties: {
    publicAccess: 'None'
  }
}]

// Orchestrations leave their large values behind, which nothing reads once they have ended.
resource lifecycle 'Microsoft.Storage/storageAccounts/managementPolicies@2024-01-01' = {
  parent: account
  name: 'default'
  properties: {
    policy: {
      rules: [
        {
          name: 'delete-orchestration-payloads'
          enabled: true
          type: 'Lifecycle'
          definition: {
            filters: {
              blobTypes: ['blockBlob']
              prefixMatch: ['${payloadContainer}/']
            }
            actions: {
              baseBlob: {
                delete: {
                  daysAfterModificationGreaterThan: payloadRetentionDays
                }
              }
            }
          }
        }
      ]
    }
  }
}

resource topic 'Microsoft.EventGrid/systemTopics@2025-02-15' = {
  name: topicName
  location: location
  tags: tags
  properties: {
    source: account.id
    topicType: 'Microsoft.Storage.StorageAccounts'
  }
}

// The Functions host keeps its leases and keys in blobs, and its documentation asks for Owner when it connects by
// identity. The app's own reads, writes and user delegation keys for links are within it.
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

@description('Resource id.')
output id string = account.id

@description('The Event Grid topic of the account\'s events.')
output topicName string = topic.name

@description('Blob endpoint.')
output blobEndpoint string = account.properties.primaryEndpoints.blob

@description('Queue endpoint.')
output queueEndpoint string = account.properties.primaryEndpoints.queue

@description('Table endpoint.')
output tableEndpoint string = account.properties.primaryEndpoints.table

@description('Where the deployment package is put.')
output packageContainerUrl string = '${account.properties.primaryEndpoints.blob}${packageContainer}'
