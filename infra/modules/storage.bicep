metadata description = 'A storage account without shared keys. What is in it: blobs.bicep.'

@description('Name of the account.')
@minLength(3)
@maxLength(24)
param name string

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

var payloadContainer = 'orc-payloads' // as in blobs.bicep

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
